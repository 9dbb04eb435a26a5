// Checks areas on a thread of its own: see check-areas.ts.
import { parentPort, workerData } from 'node:worker_threads'
import { areaFaults, type DrawnArea } from './faults.ts'

const areas: readonly DrawnArea[] = workerData
parentPort?.postMessage('ready')
parentPort?.postMessage(areaFaults(areas))
