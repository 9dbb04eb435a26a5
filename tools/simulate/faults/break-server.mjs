// Loaded into a server before its own code. On a word of its parent it ends the thread of the database or of the
// optimiser in the middle of their work, as a crash of them would, loses all connections to a PostgreSQL, or says that
// the disk is full.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import workers from 'node:worker_threads'

const ENDS = ['database', 'optimiser']

if (workers.isMainThread && process.send !== undefined) {
  /** after how many more messages to it the thread ends, or the connections are lost; null: it lives */
  const left = { database: null, optimiser: null }
  let databaseAway = false
  let diskFull = false

  /** Whether it ends with this message. */
  const endsWith = (kind) => {
    if (left[kind] === null) return false
    left[kind] -= 1
    if (left[kind] > 0) return false
    left[kind] = null
    if (kind === 'database') databaseAway = true
    process.send({ ended: kind })
    return true
  }
  const away = (code) => Object.assign(new Error('the database is away'), { code })

  const kindOf = (file) =>
    String(file).includes('pglite-worker') ? 'database' : String(file).includes('optimiser-worker') ? 'optimiser' : null

  const Original = workers.Worker
  workers.Worker = class extends Original {
    #kind
    constructor(file, options) {
      const kind = kindOf(file)
      if (kind === 'database' && databaseAway) throw away('ECONNREFUSED')
      super(file, options)
      this.#kind = kind
    }
    postMessage(message, transfer) {
      if (this.#kind === null || !endsWith(this.#kind)) return super.postMessage(message, transfer)
      void this.terminate()
    }
  }

  const connections = new Set()
  // What `pg` talks through.
  net.Socket = class extends net.Socket {
    connect(...asked) {
      if (!String(asked[0]).includes('/.s.PGSQL.')) return super.connect(...asked)
      if (databaseAway) return this.destroy(away('ECONNREFUSED'))
      connections.add(this)
      this.once('close', () => connections.delete(this))
      super.connect(...asked)
      // Connecting has given it the write of every socket.
      const write = this.write.bind(this)
      this.write = (...message) => {
        const written = write(...message)
        // What was asked has left by then, and nobody hears what came of it.
        if (endsWith('database')) setImmediate(loseConnections)
        return written
      }
      return this
    }
  }
  const loseConnections = () => {
    for (const one of connections) one.destroy(away('ECONNRESET'))
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
