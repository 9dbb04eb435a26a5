import { api, searchAccess, type SearchAnswer, type SearchType, searchTypes } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import type { Actor, Module } from '../http/bind.ts'
import { forbidden } from '../http/errors.ts'
import { keysOf } from '../http/authenticate.ts'
import { regionScope } from '../http/scope.ts'
import { currentModules } from '../settings/modules.ts'
import { finders } from './queries.ts'

export const routes: Module = (bind, deps) => {
  bind(api.search.find, async ({ query: { type, ...query }, actor, hidden }) => {
    const allowed = await searchable(deps, actor)
    const refused = type?.find((wanted) => !allowed.includes(wanted))
    if (refused !== undefined) throw forbidden(`You may not search ${refused.replace('_', ' ')}`)
    const question = { ...query, region: query.region, scope: regionScope(actor), hidden, now: deps.clock.now() }
    const answer: SearchAnswer = { data: {}, meta: {} }
    for (const wanted of type ?? allowed) {
      const { data, total_count } = await finders[wanted](deps.db, question)
      Object.assign(answer.data, { [wanted]: data })
      answer.meta[wanted] = { total_count }
    }
    return answer
  })
}

/** The kinds whose module is on and flagged for searching here, and whose records the caller may read. */
const searchable = async (deps: Deps, actor: Actor): Promise<SearchType[]> => {
  const items = (await currentModules(deps.db)).flatMap((group) => group.items)
  const holds = await keysOf(deps, actor)
  return searchTypes.filter((type) => {
    const { module, permission } = searchAccess[type]
    const item = items.find(({ name }) => name === module)
    return (
      item !== undefined &&
      item.enabled &&
      item.globalSearchEnabled &&
      (item.brand === null || item.brand === deps.config.brand) &&
      holds(permission)
    )
  })
}
