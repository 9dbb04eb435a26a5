import type { MissEvidence, missKinds, ObjectionOutcome } from '@ambit/contract'

/** What passengers are told of a step, in plain sentences; dates and times are written already. */
export type LetterTexts = {
  letter: {
    warning: string
    suspension: string
    why: (region: string) => string
    warns: string
    suspends: (days: number, from: string, until: string) => string
    rides: string
    object: (until: string, contact: string) => string
    holds: string
    costsNothing: string
    hearing: string
  }
  decision: {
    title: string
    opening: (objectedOn: string) => string
    outcomes: Readonly<Record<ObjectionOutcome, string>>
    reasons: (reasons: string) => string
    ask: (contact: string) => string
  }
  ride: (day: string, from: string, until: string, place: string) => string
  evidence: (kind: (typeof missKinds)[number], evidence: MissEvidence) => string
  contact: (phone: string | null, email: string | null) => string
}
