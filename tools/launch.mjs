#!/usr/bin/env node
// Every script of package.json comes through here: the right Node, the packages of the lockfile, then the work.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { writeMaterials } from './launcher/materials.mjs'
import { help } from './launcher/options.mjs'
import { ensureInstalled, ensureNode, ensurePages, environment, root } from './launcher/runtime.mjs'
import { failWith, Trouble } from './launcher/screen.mjs'

const [task = 'start', ...rest] = process.argv.slice(2)
const args = rest[0] === '--' ? rest.slice(1) : rest

/** task → the script that does it, run by the right Node */
const scripts = {
  start: 'tools/launcher/start.mjs',
  dev: 'tools/launcher/start.mjs',
  test: 'tools/launcher/test.mjs',
  'test:long': 'tools/launcher/test.mjs',
  check: 'tools/launcher/test.mjs',
  format: 'tools/launcher/format.mjs',
  bench: 'tools/bench.ts',
  simulate: 'tools/simulate.ts',
  kills: 'tools/kills.ts',
  darp: 'tools/darp.ts',
  ambit: 'apps/server/src/cli/ambit.ts',
}

async function main() {
  if (task === 'start' && args.includes('--help')) return console.log(help())
  const node = await ensureNode()
  await ensureInstalled(node)
  if (task === 'build') {
    await ensurePages(node)
    return writeMaterials(node)
  }
  const script = scripts[task]
  if (!script) throw new Trouble(`Unknown task "${task}". There are: ${['build', ...Object.keys(scripts)].join(', ')}.`)
  if (task === 'start' || task === 'test' || task === 'test:long') await ensurePages(node)
  const child = spawn(node, [join(root, script), ...(script.includes('launcher/') ? [task] : []), ...args], {
    cwd: root,
    env: environment(node),
    stdio: 'inherit',
  })
  // The terminal sends Ctrl-C to the whole group: the child ends first, we only wait for it.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => signal === 'SIGTERM' && child.kill(signal))
  child.on('close', (code, signal) => process.exit(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)))
}

main().catch(failWith)
