// In the place of the optimiser's thread: dies of its first task.
import { parentPort } from 'node:worker_threads'

parentPort?.on('message', () => process.exit(1))
