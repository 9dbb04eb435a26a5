import { createContext, useContext } from 'react'
import type { z } from 'zod'
import type { FormIntent } from './intent.ts'

/** `round`: another one once the form was reset, with which fields that keep what was typed begin anew */
type Context = { mode: FormIntent<never>['mode']; schema: z.ZodObject; round: number }

export const EntityFormContext = createContext<Context | null>(null)

export const useEntityFormContext = (): Context => {
  const context = useContext(EntityFormContext)
  if (context === null) throw new Error('Fields belong inside an EntityForm')
  return context
}
