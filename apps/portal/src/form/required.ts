import type { z } from 'zod'

/** A field is required when any of its rules is: leaving it empty is refused. */
export const isRequired = (schema: z.ZodType | undefined): boolean =>
  schema !== undefined &&
  !schema.safeParse('').success &&
  !schema.safeParse([]).success &&
  !schema.safeParse(undefined).success &&
  !schema.safeParse(null).success
