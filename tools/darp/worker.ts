import { parentPort, workerData } from 'node:worker_threads'
import { search, threadSeconds } from './run.ts'

parentPort?.postMessage(search(workerData, threadSeconds))
