// In the place of the optimiser's thread: takes tasks and never answers.
import { parentPort } from 'node:worker_threads'

parentPort?.on('message', () => {
  for (;;);
})
