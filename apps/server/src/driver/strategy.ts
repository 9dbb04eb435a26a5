import { type Kysely, sql } from 'kysely'
import { type ServiceStrategy, StrategyConfiguration } from '@ambit/contract'
import type { DB } from '../database/schema.ts'

type Strategy = Pick<ServiceStrategy, 'type' | 'configuration'>

/** What a trip is driven by: the strategy of its route, else the default one of its zone. */
export const strategyOf = async (db: Kysely<DB>, tripId: number): Promise<Strategy> => {
  const { rows } = await sql<{ type: ServiceStrategy['type']; configuration: unknown }>`
    select s.type, s.configuration from trips t
    join service_plans p on p.id = t.service_plan_id
    left join service_routes r on r.id = p.service_route_id
    join lateral (select * from service_strategies where zone_id = t.zone_id
      order by (id = r.service_strategy_id) desc nulls last, "default" desc, id limit 1) s on true
    where t.id = ${tripId}`.execute(db)
  const [found] = rows
  return {
    type: found?.type ?? 'demand_responsive',
    configuration: StrategyConfiguration.parse(found?.configuration ?? {}),
  }
}
