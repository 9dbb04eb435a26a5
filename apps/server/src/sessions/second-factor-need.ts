/** So long a user whose role needs a second factor has to set one up. */
export const FACTOR_DAYS = 14
const DAY = 24 * 3600_000

/** What asks a user without a second factor to set one up. */
export type FactorNeed = {
  /** by the service's clock; null: nothing requires it */
  due_at: Date | null
}

type Grant = { second_factor: 'optional' | 'required' | null; factor_since: Date | null }
type Holder = { has_factor: boolean; factor_taken_at: Date | null; created_at: Date }

/**
 * Null: nothing. Counted from when the user, the role of the user and the policy of the role were all there. Whose
 * factor an administrator took away had one, and is asked at once.
 */
export const needOf = (
  grants: readonly Grant[],
  { has_factor, factor_taken_at, created_at }: Holder,
): FactorNeed | null => {
  if (has_factor) return null
  const since = grants.flatMap(({ second_factor, factor_since }) =>
    second_factor === 'required' ? [Math.max(created_at.getTime(), factor_since?.getTime() ?? 0)] : [],
  )
  if (since.length === 0) return factor_taken_at === null ? null : { due_at: null }
  return { due_at: factor_taken_at ?? new Date(Math.min(...since) + FACTOR_DAYS * DAY) }
}

/** Until one is set up, only the own account opens. */
export const isOverdue = ({ second_factor }: { second_factor: FactorNeed | null }, now: Date): boolean =>
  second_factor !== null && second_factor.due_at !== null && second_factor.due_at <= now

type Needing = { permissions: Record<string, boolean>; second_factor: FactorNeed | null }

/** As the user is now: without rights while a second factor is overdue. */
export const asOfNow = <U extends Needing>(user: U, now: Date) => {
  const overdue = isOverdue(user, now)
  const need = user.second_factor
  return {
    ...user,
    permissions: overdue ? {} : user.permissions,
    second_factor:
      need === null
        ? null
        : {
            due_at: need.due_at,
            days_left:
              need.due_at === null ? null : Math.max(0, Math.ceil((need.due_at.getTime() - now.getTime()) / DAY)),
            overdue,
          },
  }
}
