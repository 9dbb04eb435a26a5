// Loaded into a server before its own code: on SIGUSR2 it ends the threads of the optimiser, as a crash of them would.
import { syncBuiltinESMExports } from 'node:module'
import workers from 'node:worker_threads'

if (workers.isMainThread) {
  const threads = new Set()
  const Original = workers.Worker
  workers.Worker = class extends Original {
    constructor(file, options) {
      super(file, options)
      if (!String(file).includes('optimiser-worker')) return
      threads.add(this)
      this.once('exit', () => threads.delete(this))
    }
  }
  syncBuiltinESMExports()
  process.on('SIGUSR2', () => {
    process.stdout.write(`KILLED ${threads.size}\n`)
    for (const thread of threads) void thread.terminate()
  })
}
