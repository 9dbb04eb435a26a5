// Loaded into the server's own process (`node --import`): how long its main thread has worked without turning to what
// waits. Time in which the machine gave the processor to others does not count, so a busy machine tells the same.
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { isMainThread } from 'node:worker_threads'

const EVERY_MS = 5
const file = process.env.AMBIT_STALLS_FILE

if (isMainThread && file !== undefined) {
  let longest = 0
  let [wall, worked] = [performance.now(), process.threadCpuUsage()]
  setInterval(() => {
    const now = performance.now()
    const { user, system } = process.threadCpuUsage(worked)
    longest = Math.max(longest, Math.min(now - wall, (user + system) / 1000))
    wall = now
    worked = process.threadCpuUsage()
  }, EVERY_MS).unref()
  // Answers the longest stretch since it was last asked, in ms.
  const server = createServer((_request, response) => {
    response.end(String(longest))
    longest = 0
  })
  server.listen(0, '127.0.0.1', () => writeFileSync(file, String(server.address().port)))
  server.unref()
}
