// Draws a sheet on a thread of its own: most of the time goes into reading the fonts.
import { parentPort, workerData } from 'node:worker_threads'
import { pdfOf, type Sheet } from './sheet.ts'

const sheet: Sheet = workerData
parentPort?.postMessage(await pdfOf(sheet))
