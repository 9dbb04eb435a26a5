import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { foldersOf, readManifest, recoverSwap, StreetsUnavailable } from '@ambit/streets'

const DEMO_TOWN = 'demo-town'

export const demoTownFolder = (dataFolder: string, seed: number): string =>
  join(dataFolder, 'streets', `${DEMO_TOWN}-${seed}`)

type StreetSet = {
  folder: string
  demo: boolean
  createdAt: number
  /** Why it cannot be opened, for the operator */
  trouble: string | null
}

const describeSet = async (all: string, name: string): Promise<StreetSet | null> => {
  const folder = join(all, name)
  try {
    await recoverSwap(foldersOf(folder))
    const { demo, created_at } = await readManifest(folder)
    return { folder, demo, createdAt: Date.parse(created_at), trouble: null }
  } catch (error) {
    if (!(error instanceof StreetsUnavailable) || error.code === 'missing') return null
    return { folder, demo: name.startsWith(`${DEMO_TOWN}-`), createdAt: 0, trouble: error.message }
  }
}

/**
 * The street data that a data folder stands for: the newest that were imported, and without any the demo town. Where
 * imported ones cannot be opened it does not take their place: nothing would lie where the zones are.
 */
export const chooseSet = async (dataFolder: string): Promise<StreetSet | null> => {
  const all = join(dataFolder, 'streets')
  const found = (await readdir(all).catch(() => [])).filter((name) => !name.endsWith('.building'))
  const names = new Set(found.map((name) => name.replace(/\.old$/, '')))
  const sets = (await Promise.all([...names].map((name) => describeSet(all, name)))).filter((set) => set !== null)
  const order = (a: StreetSet, b: StreetSet): number =>
    Number(a.demo) - Number(b.demo) ||
    Number(a.trouble !== null) - Number(b.trouble !== null) ||
    b.createdAt - a.createdAt
  return sets.toSorted(order)[0] ?? null
}
