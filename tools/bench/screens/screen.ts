import type { Figure } from '../figures/figures.ts'

export type ScreenOptions = {
  vehicles: number
  /** seconds between two reports of one vehicle */
  every: number
  /** how long its memory is read; 0: once */
  minutes: number
}

/** One page under load; `NAME.screen.ts` exports one as `screen`. */
export type Screen = (options: ScreenOptions) => Promise<Figure[]>
