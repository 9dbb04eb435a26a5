import { z } from 'zod'
import { Timestamp } from './basics.ts'
import { ExceptionKind, ServiceException } from './exceptions.ts'

/** Seconds in which somebody should have acknowledged one of a severity. */
export const ACKNOWLEDGE_TARGETS = { urgent: 60, soon: 300, watch: 1800 } as const

/** At most so many days of what has ended are looked at together. */
export const MOST_ENDED_DAYS = 92

/**
 * What a figure counts. `acknowledged`: a person answered. `itself`: it ended without one. `in_target`: a person answered
 * in time. `late`: a person answered too late, or it was nobody's for longer than the target.
 */
export const responseFigures = ['all', 'acknowledged', 'itself', 'wrong_alarm', 'in_target', 'late'] as const
export const ResponseFigure = z.enum(responseFigures)
export type ResponseFigure = z.infer<typeof ResponseFigure>

const figures = {
  count: z.int(),
  acknowledged: z.int(),
  itself: z.int(),
  wrong_alarm: z.int(),
  in_target: z.int(),
  late: z.int(),
  /** seconds from opening to the first answer of a person; null: there was none */
  acknowledge_median: z.number().nullable(),
  acknowledge_p90: z.number().nullable(),
  /** seconds from opening to the end */
  resolve_median: z.number().nullable(),
  resolve_p90: z.number().nullable(),
}
const ResponseFigures = z.object(figures)
export type ResponseFigures = z.infer<typeof ResponseFigures>

const Named = z.object({ id: z.int().nullable(), name: z.string().nullable(), ...figures })

/** What nobody has touched for so long is stale. */
export const STALE_HOURS = 8
/** Of so many days the most frequent causes are told. */
export const CAUSE_DAYS = 30

/** A kind in a zone: how often it was raised, and its share of all. */
export const ExceptionCause = z.object({
  kind: ExceptionKind,
  /** null: the whole installation */
  zone_id: z.int().nullable(),
  zone_name: z.string().nullable(),
  count: z.int(),
  /** 0 to 1 */
  share: z.number(),
})
export type ExceptionCause = z.infer<typeof ExceptionCause>

export const ExceptionCauses = z.object({
  /** open and untouched for eight hours, the oldest first; at most 100 */
  stale: z.array(ServiceException),
  /** the ten most frequent of the last 30 days */
  causes: z.array(ExceptionCause),
})
export type ExceptionCauses = z.infer<typeof ExceptionCauses>

export const ResponseTimes = z.object({
  from: Timestamp,
  until: Timestamp,
  total: ResponseFigures,
  kinds: z.array(z.object({ kind: ExceptionKind, ...figures })),
  /** null: of the whole installation */
  zones: z.array(Named),
  /** of the day in which it was opened, by the zone's clocks: 0 to 23 */
  hours: z.array(z.object({ hour: z.int(), ...figures })),
  /** by who answered first. Without the right to read those of others, the caller alone */
  people: z.array(Named),
})
export type ResponseTimes = z.infer<typeof ResponseTimes>
