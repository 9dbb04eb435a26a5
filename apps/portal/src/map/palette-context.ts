import { createContext, useContext } from 'react'
import { type MapPalette, paletteOf } from './palette.ts'

export const PaletteContext = createContext<MapPalette>(paletteOf('light'))

/** The colours of the map that a layer lies on. */
export const usePalette = (): MapPalette => useContext(PaletteContext)
