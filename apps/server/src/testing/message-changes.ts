import { api } from '@ambit/contract'
import { byId, type Change, change, created, edited, fresh, sam, type World } from './changes.ts'

const ownText = async (w: World) => {
  const { data } = await sam(w).call(api.regions.create, { body: { name: fresh('Place '), time_zone: 'UTC' } })
  const key = { region_id: data.id, event: 'receipt' as const, channel: 'email' as const, language: 'en' as const }
  return { ...key, subject: null, text: 'Thank you' }
}
const template = async (w: World) =>
  (await sam(w).call(api.messageTemplates.create, { body: await ownText(w) })).data.id ?? 0

/** Every change of what passengers are told with. */
export const messageChanges: readonly Change[] = [
  change(api.messageTemplates.create, created(ownText)),
  change(
    api.messageTemplates.update,
    edited(template, () => ({ text: fresh('Thanks ') })),
  ),
  change(api.messageTemplates.destroy, byId(template)),
]
