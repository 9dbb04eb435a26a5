const MOST_MARKS = 5

/**
 * Whole numbers from 0 up to the first that is not below `most`, in equal steps of 1, 2 or 5 times a power of ten: six
 * at most. `most` is 1 or more.
 */
export const axisMarks = (most: number): number[] => {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most / MOST_MARKS)))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size * MOST_MARKS >= most) ?? power * 10
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step)
}
