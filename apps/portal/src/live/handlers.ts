import { LiveEvent } from '@ambit/contract'
import type { QueryClient } from '@tanstack/react-query'

type Kind = LiveEvent['kind']

/** What one kind of event does to the query cache. */
export type LiveHandlers = {
  readonly [K in Kind]?: (event: Extract<LiveEvent, { kind: K }>, queries: QueryClient) => void
}

/** Hands an event to every module that asked for its kind. Text that is no event of the contract is passed over. */
export const dispatchLiveEvent = (handlers: readonly LiveHandlers[], data: unknown, queries: QueryClient): void => {
  const parsed = LiveEvent.safeParse(data)
  if (!parsed.success) return
  const event = parsed.data
  for (const handler of handlers)
    switch (event.kind) {
      case 'position':
        handler.position?.(event, queries)
        break
      case 'trip':
        handler.trip?.(event, queries)
        break
      case 'service_request':
        handler.service_request?.(event, queries)
        break
      case 'service_plan':
        handler.service_plan?.(event, queries)
        break
      case 'driver_message':
        handler.driver_message?.(event, queries)
        break
      case 'call_task':
        handler.call_task?.(event, queries)
        break
      case 'message':
        handler.message?.(event, queries)
        break
      case 'exception':
        handler.exception?.(event, queries)
        break
      case 'dispatch_action':
        handler.dispatch_action?.(event, queries)
        break
      case 'record':
        handler.record?.(event, queries)
        break
    }
}
