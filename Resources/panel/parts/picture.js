// A chosen picture, made as small as a television needs it: nothing on the box decodes it. That also removes the place at which it was taken.

/** The longest side in pixels: that of a 4K television. */
const LONGEST = 3840;
/** A PNG picture up to so many bytes stays as it is, with its clear parts. */
const SMALL = 1 << 20;

/** The bytes of a picture: PNG or JPEG. A file that is no picture comes back as it is, for the box to refuse. */
export async function smaller(file) {
  let picture;
  try {
    picture = await createImageBitmap(file);
  } catch {
    return file;
  }
  const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
  if (scale === 1 && file.type === "image/png" && file.size <= SMALL) return file;
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return new Promise((done) => canvas.toBlob((blob) => done(blob ?? file), "image/jpeg", 0.86));
}
