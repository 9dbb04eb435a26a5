import { z } from 'zod'
import { keptIn } from '../api/kept.ts'

/** When the account of the passenger who has just deleted it goes, for the sign-in that follows. */
export const leaving = keptIn(() => sessionStorage, 'ride-leaving', z.string())
