#!/usr/bin/env python3
"""Runs Home Assistant's own MQTT integration against a broker, without Home Assistant's web server.

Usage: entities.py PORT. It answers each line of its input with one line of JSON:

  states          {entity id: [state, attributes]} of all entities
  press ID        presses a button
  set ID NUMBER   sets a number
  messages        the warnings and errors of its components
"""
import asyncio
import inspect
import json
import logging
import sys
import tempfile
import types
import unittest.mock

from homeassistant import bootstrap, config_entries, core, loader
from homeassistant.setup import async_setup_component

logged = []


class Kept(logging.Handler):
    def emit(self, record):
        if record.name.startswith("homeassistant.components"):
            logged.append(f"{record.levelname} {record.name}: {record.getMessage()}")


async def answer(hass, line):
    order, *words = line.split()
    await hass.async_block_till_done()
    if order == "press":
        await hass.services.async_call("button", "press", {"entity_id": words[0]}, blocking=True)
    elif order == "set":
        values = {"entity_id": words[0], "value": float(words[1])}
        await hass.services.async_call("number", "set_value", values, blocking=True)
    elif order == "messages":
        return logged
    return {state.entity_id: [state.state, dict(state.attributes)] for state in hass.states.async_all()}


async def start(port, folder):
    open(f"{folder}/configuration.yaml", "w").close()
    hass = core.HomeAssistant(folder)
    loader.async_setup(hass)
    # The integration's dependencies are for its settings in the browser.
    integration = await loader.async_get_integration(hass, "mqtt")
    integration.__dict__.update(dependencies=[], after_dependencies=[], requirements=[])
    hass.config_entries = config_entries.ConfigEntries(hass, {})
    await bootstrap.async_load_base_functionality(hass)
    await async_setup_component(hass, "homeassistant", {})
    # Other components only register pages with the web server.
    hass.config.components.add("http")
    hass.http = unittest.mock.MagicMock()
    entry = {
        "version": 1, "minor_version": 1, "domain": "mqtt", "title": "mqtt", "source": "user", "options": {},
        "data": {"broker": "127.0.0.1", "port": port, "discovery": True}, "unique_id": None,
        # Later versions have them.
        "discovery_keys": types.MappingProxyType({}), "subentries_data": None,
    }
    known = inspect.signature(config_entries.ConfigEntry).parameters
    await hass.config_entries.async_add(
        config_entries.ConfigEntry(**{key: value for key, value in entry.items() if key in known})
    )
    await hass.async_start()
    return hass


async def main(port):
    with tempfile.TemporaryDirectory() as folder:
        hass = await start(port, folder)
        reader = asyncio.StreamReader()
        await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        while line := (await reader.readline()).decode().strip():
            print(json.dumps(await answer(hass, line), default=str), flush=True)
        await hass.async_stop(force=True)


logging.getLogger().addHandler(Kept(logging.WARNING))
asyncio.run(main(int(sys.argv[1])))
