import type { Figure } from '../figures/figures.ts'

export type ScreenOptions = {
  vehicles: number
  /** how long the page is watched */
  seconds: number
}

/** One page under load; `NAME.screen.ts` exports one as `screen`. */
export type Screen = (options: ScreenOptions) => Promise<Figure[]>
