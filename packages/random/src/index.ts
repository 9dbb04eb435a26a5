export { mulberry32 } from './generators.ts'
export { randomStream, seededRandom, type Random } from './random.ts'
