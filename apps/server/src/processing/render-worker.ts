// Draws the records on a thread of its own: see routes.ts.
import { parentPort, workerData } from 'node:worker_threads'
import { pdfOf, type ProcessingSheet } from './pdf.ts'

const sheet: ProcessingSheet = workerData
parentPort?.postMessage(await pdfOf(sheet))
