import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { FromWorker, ToWorker, WorkerInput } from './pglite-worker.ts'

/** PGlite in its thread. */
export type Thread = {
  /** its bytes go to this socket from now on, in place of the one before */
  attach: (socket: WireSocket) => void
  send: (message: ToWorker) => void
  /** the data folder as a tar archive */
  dump: () => Promise<ArrayBuffer>
  close: () => Promise<void>
}

/** Without a cause that PostgreSQL names it is a lost connection, as a server that ends would leave. */
const ended = (message: string, code: string | null): Error =>
  Object.assign(new Error(message), { code: code ?? 'ECONNRESET' })

/** Throws what keeps it from starting. `onEnd` hears once of any end but `close`; its socket has broken by then. */
export const startThread = async (input: WorkerInput, onEnd: (error: Error) => void): Promise<Thread> => {
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: input })
  const waiting = { ready: Promise.withResolvers<void>(), closed: Promise.withResolvers<void>() }
  let dumped = Promise.withResolvers<ArrayBuffer>()
  let socket: WireSocket | null = null
  let state: 'starting' | 'running' | 'ended' = 'starting'
  const end = (error: Error): void => {
    const before = state
    state = 'ended'
    if (before === 'starting') waiting.ready.reject(error)
    if (before === 'running') {
      socket?.destroy(error)
      onEnd(error)
    }
    // One that has come to harm may run for ever.
    if (before !== 'ended') void worker.terminate()
  }
  worker.on('message', (message: FromWorker) => {
    switch (message.kind) {
      case 'ready':
        state = 'running'
        return waiting.ready.resolve()
      case 'bytes':
        return void socket?.push(Buffer.from(message.bytes.buffer))
      case 'dump':
        return dumped.resolve(message.bytes)
      case 'closed':
        return waiting.closed.resolve()
      case 'failed':
        return end(ended(message.message, message.code))
    }
  })
  worker.on('error', end)
  worker.on('exit', () => end(ended('the embedded database stopped unexpectedly', null)))
  await waiting.ready.promise
  const send = (message: ToWorker): void =>
    worker.postMessage(message, message.kind === 'bytes' ? [message.bytes.buffer] : [])
  return {
    attach: (next) => void (socket = next),
    send,
    dump: () => {
      dumped = Promise.withResolvers()
      send({ kind: 'dump' })
      return dumped.promise
    },
    close: async () => {
      if (state === 'ended') return
      send({ kind: 'close' })
      await waiting.closed.promise
      state = 'ended'
      await worker.terminate()
    },
  }
}

/** What `pg` takes for a socket. It is connected once the thread is running. */
export class WireSocket extends Duplex {
  readonly #running: () => Promise<Thread>
  #thread: Thread | null = null

  constructor(running: () => Promise<Thread>) {
    super()
    this.#running = running
  }

  connect(): this {
    this.#join().catch((error: Error) => this.destroy(error))
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#send(new Uint8Array(chunk))
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#send(new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk))))
    done()
  }

  override _final(done: () => void): void {
    done()
    this.push(null)
  }

  async #join(): Promise<void> {
    this.#thread = await this.#running()
    this.#thread.attach(this)
    this.emit('connect')
  }

  #send(bytes: Uint8Array<ArrayBuffer>): void {
    this.#thread?.send({ kind: 'bytes', bytes })
  }
}
