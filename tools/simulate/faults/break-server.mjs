// Loaded into a server before its own code. On a word of its parent it ends the thread of the database or of the
// optimiser in the middle of their work, as a crash of them would, or says that the disk is full.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import workers from 'node:worker_threads'

const ENDS = ['database', 'optimiser']

if (workers.isMainThread && process.send !== undefined) {
  /** after how many more messages to it the thread ends; null: it lives */
  const left = { database: null, optimiser: null }
  let databaseAway = false
  let diskFull = false

  const kindOf = (file) =>
    String(file).includes('pglite-worker') ? 'database' : String(file).includes('optimiser-worker') ? 'optimiser' : null

  const Original = workers.Worker
  workers.Worker = class extends Original {
    #kind
    constructor(file, options) {
      const kind = kindOf(file)
      if (kind === 'database' && databaseAway)
        throw Object.assign(new Error('the database is away'), { code: 'ECONNREFUSED' })
      super(file, options)
      this.#kind = kind
    }
    postMessage(message, transfer) {
      const kind = this.#kind
      if (kind === null || left[kind] === null) return super.postMessage(message, transfer)
      left[kind] -= 1
      if (left[kind] > 0) return super.postMessage(message, transfer)
      left[kind] = null
      if (kind === 'database') databaseAway = true
      process.send({ ended: kind })
      void this.terminate()
    }
  }

  const { statfsSync } = fs
  fs.statfsSync = (path, options) => {
    const found = statfsSync(path, options)
    return diskFull ? { ...found, bavail: 0 } : found
  }
  syncBuiltinESMExports()

  process.on('message', (word) => {
    if (ENDS.includes(word.end)) left[word.end] = word.after
    if (word.database === 'back') {
      left.database = null
      databaseAway = false
    }
    if (word.disk !== undefined) diskFull = word.disk !== 'back'
    process.send({ done: word.id })
  })
  // It keeps no process alive.
  process.channel.unref()
}
