// Loaded into a server before its own code. Asked by its parent, it collects garbage and tells what memory stays in use.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

if (isMainThread && process.send !== undefined) {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc')
  process.on('message', ({ weigh }) => {
    if (weigh === undefined) return
    collectGarbage()
    // What buffers held is given back once their owners have gone.
    setImmediate(() => {
      collectGarbage()
      process.send({ weighed: weigh, memory: process.memoryUsage() })
    })
  })
  // It keeps no process alive.
  process.channel.unref()
}
