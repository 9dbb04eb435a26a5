import { z } from 'zod'

/** A permission key with its parts, for people who decide what a role may do. */
export const Permission = z.object({
  /** `Module:resource:action` */
  key: z.string(),
  /** the group that it is shown in */
  module: z.string(),
  module_name: z.string(),
  /** null: the switch of the whole module */
  resource: z.string().nullable(),
  resource_name: z.string().nullable(),
  action: z.string(),
  action_name: z.string(),
})
export type Permission = z.infer<typeof Permission>
