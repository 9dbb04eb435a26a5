/** `1 booking`, `2 bookings`; `many` where the plural is another than with an s. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`
