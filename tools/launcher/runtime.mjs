// Plain JavaScript for any Node from 18 up: this file runs before the right Node is there.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Trouble, step } from './screen.mjs'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const NODE_MAJOR = 24
const NPM_MAJOR = 11
const runtime = join(root, '.runtime')
// What Node has read and compiled once, each process started from here reads faster: a third of the server's start.
process.env.NODE_COMPILE_CACHE ??= join(runtime, 'compiled')

/** The Node that runs the product: the machine's when it is new enough, else one of our own below .runtime/. */
export async function ensureNode() {
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return process.execPath
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const node = join(runtime, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (!works(node)) {
    await step(`Downloading Node ${NODE_MAJOR} (this machine has ${process.versions.node})`, async () => {
      mkdirSync(runtime, { recursive: true })
      await npmRun(
        process.execPath,
        ['install', '--prefix', runtime, '--no-save', '--no-audit', '--no-fund', `${name}@${NODE_MAJOR}`],
        runtime,
      )
      if (!works(node))
        throw new Trouble(
          `Node ${NODE_MAJOR} was installed below .runtime but does not run on this machine. Install Node ${NODE_MAJOR} or newer and try again.`,
        )
    })
  }
  return node
}

const works = (node) => existsSync(node) && spawnSync(node, ['--version'], { stdio: 'ignore' }).status === 0

/** Packages as the lockfile says, installed again only when that changed. */
export async function ensureInstalled(node) {
  const stamp = join(root, 'node_modules', '.ambit-installed')
  const wanted = hashFiles([join(root, 'package-lock.json')]) + process.platform + process.arch
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  await step('Installing packages', async () => {
    await npmRun(node, ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], root)
    writeFileSync(stamp, wanted)
  })
}

/** The portal and the apps for phones, each built again only when something it is made of changed. */
export async function ensurePages(node) {
  await ensureBuilt(node, 'portal', 'Building the portal', ['packages/geo/src'], ['CHANGELOG.md'])
  await ensureBuilt(
    node,
    'driver',
    "Building the driver's app",
    ['apps/driver/public', 'packages/phone-map/src', 'packages/phone-push/src', 'packages/geo/src'],
    [],
  )
  await ensureBuilt(
    node,
    'rider',
    "Building the passengers' app",
    ['apps/rider/public', 'packages/phone-map/src', 'packages/phone-push/src', 'packages/geo/src'],
    [],
  )
}

async function ensureBuilt(node, app, title, folders, files) {
  const dist = join(root, 'apps', app, 'dist')
  const stamp = join(dist, '.sources')
  const sources = [
    ...[`apps/${app}/src`, 'packages/contract/src', 'packages/domain/src', ...folders].flatMap((folder) => [
      ...walk(join(root, folder)),
    ]),
    ...[
      `apps/${app}/index.html`,
      `apps/${app}/vite.config.ts`,
      `apps/${app}/package.json`,
      'package-lock.json',
      ...files,
    ].map((file) => join(root, file)),
  ].filter((file) => existsSync(file) && !/\.test\.tsx?$/.test(file))
  const wanted = hashFiles(sources)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  await step(title, async () => {
    await run(node, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], {
      cwd: join(root, 'apps', app),
    })
    writeFileSync(stamp, wanted)
  })
}

function* walk(folder) {
  if (!existsSync(folder)) return
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* walk(path)
    else yield path
  }
}

function hashFiles(files) {
  const hash = createHash('sha256')
  for (const file of files.sort())
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

/** The environment of every child: our Node first on the path, and a home for npm where there is none. */
export function environment(node, extra = {}) {
  const pathKey = Object.keys(process.env).find((key) => key.toLowerCase() === 'path') ?? 'PATH'
  const home = process.env.HOME
  const homeless = process.platform !== 'win32' && (home === undefined || home === '' || !writable(home))
  return {
    ...process.env,
    [pathKey]: dirname(node) + delimiter + (process.env[pathKey] ?? ''),
    ...(homeless ? { HOME: runtime, npm_config_cache: join(runtime, 'npm-cache') } : {}),
    ...extra,
  }
}

function writable(folder) {
  try {
    const probe = join(folder, `.ambit-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
    return statSync(folder).isDirectory()
  } catch {
    return false
  }
}

/** Runs a command to its end; what it prints is kept and shown only when it fails. */
export function run(command, args, { cwd = root, env = {}, show = false } = {}) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, {
      cwd,
      env: environment(command, env),
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout?.on('data', (chunk) => (output = (output + chunk).slice(-20_000)))
    child.stderr?.on('data', (chunk) => (output = (output + chunk).slice(-20_000)))
    child.on('error', (error) => fail(new Trouble(`${command} could not be started: ${error.message}`)))
    child.on('close', (code) => (code === 0 ? done(output) : fail(new Trouble(explain(output, code), output))))
  })
}

function explain(output, code) {
  if (/ENOSPC|no space left/i.test(output)) return 'The disk is full. Free some space and run the same command again.'
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|network/i.test(output))
    return 'The package registry cannot be reached. Check the network (or the npm proxy settings) and run the same command again.'
  if (/EACCES|EPERM/.test(output))
    return 'A file could not be written: the project folder belongs to another user. Make it yours, or run as its owner.'
  return `It ended with code ${code}.`
}

async function npmRun(node, args, cwd) {
  const npm = await ensureNpm(node, cwd)
  await run(npm[0], [...npm.slice(1), ...args], { cwd })
}

let npmCommand
/** npm itself: the one that started us, or the machine's; a newer one of our own when that is too old for the lockfile. */
export async function ensureNpm(node) {
  if (npmCommand) return npmCommand
  const started = process.env.npm_execpath
  const given =
    started !== undefined && /npm-cli\.c?js$/.test(started) && existsSync(started) ? [node, started] : ['npm']
  const version = spawnSync(given[0], [...given.slice(1), '--version'], {
    encoding: 'utf8',
    env: environment(node),
    shell: given[0] === 'npm' && process.platform === 'win32',
  })
  if (version.status !== 0)
    throw new Trouble('npm was not found. Install Node with npm and run the same command again.')
  npmCommand = given
  if (Number(version.stdout.split('.')[0]) < NPM_MAJOR) {
    const own = join(runtime, 'node_modules/npm/bin/npm-cli.js')
    if (!existsSync(own)) {
      mkdirSync(runtime, { recursive: true })
      await run(
        given[0],
        [...given.slice(1), 'install', '--prefix', runtime, '--no-save', '--no-audit', '--no-fund', `npm@${NPM_MAJOR}`],
        { cwd: runtime },
      )
    }
    npmCommand = [node, own]
  }
  return npmCommand
}
