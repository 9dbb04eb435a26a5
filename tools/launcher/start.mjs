// `npm start`: street data, server, simulated town; one screen that says where and as whom to sign in.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { networkInterfaces } from 'node:os'
import { createInterface } from 'node:readline'
import { readOptions } from './options.mjs'
import { forPhones } from './phones.mjs'
import { root } from './runtime.mjs'
import { failWith, step, Trouble } from './screen.mjs'

const from = process.env.INIT_CWD ?? process.cwd()

function settle(options) {
  const streets = options.AMBIT_STREETS ? resolve(from, options.AMBIT_STREETS) : undefined
  if (streets && !existsSync(streets)) throw new Trouble(`There is no file ${streets}.`)
  // Each town keeps its own data, so that trying an extract never mixes with the demo.
  const ownFolder = join(
    root,
    'data',
    streets ? basename(streets).replace(/\.osm\.pbf$|\.pbf$/, '') : options.AMBIT_EMPTY ? 'empty' : 'demo',
  )
  const data = options.AMBIT_DATA === undefined ? ownFolder : resolve(from, options.AMBIT_DATA)
  return { ...process.env, ...options, AMBIT_DATA: data, ...(streets ? { AMBIT_STREETS: streets } : {}) }
}

/** Runs a script of the product; lines that begin with a mark are for us, the rest is kept for when it fails. */
function startScript(script, args, env, onMark) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, script), ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kept = []
  const read = (line) => {
    const mark = /^AMBIT_(READY|PROGRESS|TROUBLE) (.*)$/.exec(line)
    if (mark) onMark(mark[1], mark[2])
    else {
      kept.push(line)
      if (kept.length > 60) kept.shift()
      if (env.AMBIT_LOG) console.log(line)
    }
  }
  createInterface({ input: child.stdout }).on('line', read)
  createInterface({ input: child.stderr }).on('line', read)
  return { child, kept }
}

function ended({ child, kept }, trouble) {
  return new Promise((_, fail) =>
    child.on('close', (code) =>
      fail(new Trouble(trouble() ?? `The server ended with code ${code}.`, trouble() ? '' : kept.join('\n'))),
    ),
  )
}

/** Makes the street data that are missing; answers what is wrong with those that the server cannot use. */
function prepareStreets(env) {
  return step('Preparing street data', (report) => {
    let trouble
    const args = [
      'streets',
      'ensure',
      '--data',
      env.AMBIT_DATA,
      '--seed',
      env.AMBIT_SEED,
      ...(env.AMBIT_STREETS ? ['--file', env.AMBIT_STREETS] : []),
    ]
    const script = startScript('apps/server/src/cli/ambit.ts', args, env, (kind, text) =>
      kind === 'TROUBLE' ? (trouble = text) : report(text),
    )
    return new Promise((done, fail) => {
      script.child.on('close', (code) =>
        code === 0
          ? done(trouble)
          : fail(
              new Trouble(trouble ?? 'The street data could not be prepared.', trouble ? '' : script.kept.join('\n')),
            ),
      )
    })
  })
}

async function startServer(env) {
  let server
  const ready = await step('Starting the server', (report) => {
    let trouble
    return new Promise((done, fail) => {
      server = startScript('apps/server/src/main.ts', [], env, (kind, text) => {
        if (kind === 'READY') done(JSON.parse(text))
        else if (kind === 'PROGRESS') report(text)
        else trouble = text
      })
      ended(server, () => trouble).catch(fail)
    })
  })
  return { server, ready }
}

function welcome(ready, env, simulated, trouble) {
  const lines = ['', `  Ambit is running:  ${ready.url}`]
  if (ready.sign_ins?.length) {
    lines.push('', '  Sign in as')
    for (const { role, username, password } of ready.sign_ins)
      lines.push(`    ${role.padEnd(20)} ${username.padEnd(16)} ${password}`)
    if (ready.drivers.length > 0) lines.push('', `  At ${ready.url}/Drive these drivers are left to you`)
    for (const { name, username, pin } of ready.drivers)
      lines.push(`    ${name.padEnd(20)} ${username.padEnd(16)} ${pin}`)
  } else if (ready.setup_code) {
    lines.push('', '  Create the first administrator at', `    ${ready.url}/Setup#${ready.setup_code}`)
    lines.push(`  On another machine the first page asks for the code ${ready.setup_code}`)
  }
  lines.push('', ...forPhones(ready.url, env.AMBIT_HOST, networkInterfaces()))
  if (simulated) lines.push('', '  A simulated town drives and books; --no-simulation turns it off.')
  if (trouble) lines.push('', `  ${trouble}`)
  lines.push('', '  Ctrl-C stops it.', '')
  console.log(lines.join('\n'))
}

async function main() {
  const env = settle(readOptions(process.argv.slice(3)))
  const trouble = await prepareStreets(env)
  const { server, ready } = await startServer(env)
  const simulated = !env.AMBIT_EMPTY && !env.AMBIT_NO_SIMULATION && ready.demo
  let simulator
  let stopping = false
  const stop = (signal) => {
    if (stopping) return
    stopping = true
    simulator?.child.kill('SIGTERM')
    server.child.kill(signal)
    setTimeout(() => server.child.kill('SIGKILL'), 35_000).unref()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  server.child.on('close', (code) => {
    simulator?.child.kill('SIGTERM')
    if (!stopping)
      console.error(server.kept.slice(-25).join('\n') + `\nThe server stopped unexpectedly (code ${code}).`)
    process.exit(stopping ? 0 : 1)
  })
  if (simulated)
    await step('Beginning the morning', () => {
      return new Promise((done) => {
        simulator = startScript('apps/simulator/src/main.ts', [], { ...env, AMBIT_URL: ready.url }, (kind, text) => {
          if (kind === 'TROUBLE' && !stopping) console.error(`The simulation stopped: ${text}`)
          done()
        })
        simulator.child.on('close', done)
      })
    })
  if (!stopping) welcome(ready, env, simulated, trouble)
}

main().catch(failWith)
