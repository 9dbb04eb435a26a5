import { existsSync, fsyncSync, mkdirSync, openSync, closeSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, type postgresMod } from '@electric-sql/pglite'
import { EmscriptenBuiltinFilesystem } from '@electric-sql/pglite/basefs'
import { pageinspect } from '@electric-sql/pglite/contrib/pageinspect'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

/**
 * PostgreSQL in WebAssembly, in a thread of its own so that a query never holds up the server's.
 * The main thread sends bytes of PostgreSQL's wire protocol and gets bytes back: to `pg` this is a socket.
 */
export type WorkerInput = {
  /** null: in memory */
  folder: string | null
  /** a dump of a data folder to start from */
  template: ArrayBuffer | null
}
export type ToWorker = { kind: 'bytes'; bytes: Uint8Array<ArrayBuffer> } | { kind: 'dump' } | { kind: 'close' }
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'bytes'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'failed'; message: string; code: string | null }
  | { kind: 'dump'; bytes: ArrayBuffer }
  | { kind: 'closed' }

type PostgresMod = postgresMod.PostgresMod

type OpenFile = { nfd: number | undefined; node: unknown }
type NodeFilesystem = {
  stream_ops: { fsync?: (stream: OpenFile) => number }
  realPath: (node: unknown) => string
}

const PGDATA = '/pglite/data'

/**
 * PGlite's own NodeFS leaves out fsync, so a commit would live in the kernel's cache only. This one has it.
 */
class DurableFilesystem extends EmscriptenBuiltinFilesystem {
  readonly #root: string

  constructor(root: string) {
    super(root)
    this.#root = root
    mkdirSync(root, { recursive: true })
  }

  override async init(pg: PGlite, options: Partial<PostgresMod>): Promise<{ emscriptenOpts: Partial<PostgresMod> }> {
    this.pg = pg
    const mount = (mod: PostgresMod): void => {
      // Emscripten exports its Node filesystem without a type; it calls fsync when there is one. Directories are
      // opened without a handle of the system's.
      const { NODEFS: nodefs } = mod as unknown as { NODEFS: NodeFilesystem }
      nodefs.stream_ops.fsync = (stream) => {
        if (stream.nfd === undefined) syncFolder(nodefs.realPath(stream.node))
        else fsyncSync(stream.nfd)
        return 0
      }
      mod.FS.mkdirTree(PGDATA)
      mod.FS.mount(nodefs as never, { root: this.#root }, PGDATA) // the same object, with the operation added
    }
    return { emscriptenOpts: { ...options, preRun: [...(options.preRun ?? []), mount] } }
  }

  override async closeFs(): Promise<void> {
    this.pg!.Module.FS.quit() // init has run: PGlite calls it before anything else
  }
}

const common = ['wal_sync_method=fsync', 'timezone=UTC', 'log_timezone=UTC']
/** On disk: a list of 100,000 rows is searched in memory, and an index costs hardly more to read than its table. */
const onDisk = ['shared_buffers=64MB', 'random_page_cost=1.1', ...common]
const inMemory = ['shared_buffers=16MB', ...common]

const asParameters = (settings: readonly string[]): string[] => settings.flatMap((setting) => ['-c', setting])

/** For searches by parts of words (search-indexes.ts), and for reading every page (health/pages.ts). */
const extensions = { pg_trgm, pageinspect }

const open = async ({ folder, template }: WorkerInput): Promise<PGlite> => {
  const loaded = template === null ? {} : { loadDataDir: new Blob([template]) }
  if (folder === null) {
    return PGlite.create({
      extensions,
      startParams: [...PGlite.defaultStartParams, ...asParameters(inMemory)],
      // Small log files: copies of it are made quickly.
      initDbStartParams: ['--wal-segsize=1'],
      ...loaded,
    })
  }
  const fresh = !existsSync(join(folder, 'PG_VERSION'))
  const pg = await PGlite.create({
    fs: new DurableFilesystem(folder),
    extensions,
    // PostgreSQL then notices a page that is not as it wrote it.
    initDbStartParams: ['--data-checksums'],
    // PGlite's own parameters leave out waiting for the disk (-F).
    startParams: [...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'), ...asParameters(onDisk)],
    ...(fresh ? loaded : {}),
  })
  if (fresh) syncFolder(folder)
  return pg
}

/** What was created or renamed in a folder lasts when the folder itself has been written. */
const syncFolder = (folder: string): void => {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

const port = parentPort!
const send = (message: FromWorker, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer)

const sendFailure = (error: unknown): void => {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
  send({ kind: 'failed', message: String(error), code })
}

/** In memory of its own, which is handed over: Buffer.concat shares one block among many. */
const joined = (parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const ERROR_RESPONSE = 'E'.charCodeAt(0)

/**
 * The panic with which PostgreSQL ends, of an answer of whole messages: each a letter, its length in four bytes, and
 * for an error fields of a letter and a text (https://www.postgresql.org/docs/current/protocol-message-formats.html).
 */
const panicIn = (answer: Uint8Array<ArrayBuffer>): Error | null => {
  const view = new DataView(answer.buffer)
  for (let at = 0; at < answer.length; at += 1 + view.getUint32(at + 1)) {
    if (answer[at] !== ERROR_RESPONSE) continue
    const text = new TextDecoder().decode(answer.subarray(at + 5, at + 1 + view.getUint32(at + 1)))
    const fields = new Map(text.split('\0').map((field) => [field.slice(0, 1), field.slice(1)]))
    if (fields.get('V') === 'PANIC') return Object.assign(new Error(fields.get('M')), { code: fields.get('C') })
  }
  return null
}

const answer = async (pg: PGlite, message: ToWorker): Promise<void> => {
  switch (message.kind) {
    case 'bytes': {
      // PGlite's other ways parse each message that passes, a third of the time of a long answer.
      const parts: Uint8Array[] = []
      await pg.execProtocolRawStream(message.bytes, { onRawData: (part) => void parts.push(part.slice()) })
      const bytes = joined(parts)
      const panic = panicIn(bytes)
      send({ kind: 'bytes', bytes }, [bytes.buffer])
      if (panic !== null) throw panic
      return
    }
    case 'dump': {
      const dump = await pg.dumpDataDir('none')
      const bytes = await dump.arrayBuffer()
      return send({ kind: 'dump', bytes }, [bytes])
    }
    case 'close':
      await pg.close()
      return send({ kind: 'closed' })
  }
}

try {
  const pg = await open(workerData)
  let queue = Promise.resolve()
  port.on('message', (message: ToWorker) => {
    // What comes after a failure stays unanswered: PostgreSQL has ended, and asked again it never returns.
    queue = queue.then(() => answer(pg, message))
    queue.catch(sendFailure)
  })
  send({ kind: 'ready' })
} catch (error) {
  sendFailure(error)
}
