export { writeDemoTown } from './demo-town.ts'
export type { TownSuburb, TownSummary } from './demo-town.ts'
