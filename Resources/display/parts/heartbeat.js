// The heartbeat. The box sees by it that the page is alive and draws. On its own screen it answers with the invitation to the committee's page.

const page = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
let underWay = false;

/** One beat. At most one is under way, for at most 8 s. Answers the invitation, null where there is none, undefined where the box has not answered. */
export async function beat(facts) {
  if (underWay) return undefined;
  let invitation;
  underWay = true;
  const abort = new AbortController();
  const limit = setTimeout(() => abort.abort(), 8000);
  try {
    const query = new URLSearchParams({ page });
    for (const [name, value] of Object.entries(facts)) if (value !== null) query.set(name, value);
    const answer = await fetch(`/api/display/heartbeat?${query}`, { signal: abort.signal, cache: "no-store" });
    invitation = answer.status === 200 ? await answer.json() : null;
  } catch { /* The stream says what is wrong. */ }
  clearTimeout(limit);
  underWay = false;
  return invitation;
}
