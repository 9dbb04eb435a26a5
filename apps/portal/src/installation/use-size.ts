import { useFormat } from '../settings/format.ts'

const words = {
  kilobytes: (size: string) => `${size} kB`,
  megabytes: (size: string) => `${size} MB`,
  gigabytes: (size: string) => `${size} GB`,
} as const

/** Bytes in the unit that they fill. */
export const useSize = (): ((bytes: number) => string) => {
  const format = useFormat()
  return (bytes) => {
    if (bytes < 1e6) return words.kilobytes(format.number(Math.ceil(bytes / 1000)))
    if (bytes < 1e9) return words.megabytes(format.number(bytes / 1e6, 1))
    return words.gigabytes(format.number(bytes / 1e9, 1))
  }
}

/** What came to it, or went. */
export const useGrowth = (): ((bytes: number) => string) => {
  const size = useSize()
  return (bytes) => (Math.abs(bytes) < 1 ? '0' : `${bytes > 0 ? '+' : '−'}${size(Math.abs(bytes))}`)
}
