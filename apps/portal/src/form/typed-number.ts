/** On the way to a decimal the input holds text: `1.` and `1.0` are 1 until more is typed. */
export const typedNumber = (entry: number | string): number | null => {
  const number = typeof entry === 'number' ? entry : Number.parseFloat(entry)
  return Number.isNaN(number) ? null : number
}
