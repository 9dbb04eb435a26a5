import type { ServiceException } from '@ambit/contract'
import { attentionStrings as words } from './attention-strings.ts'

/** What has happened to whom, in one sentence. */
export const sentenceOf = ({ kind, facts, vehicle_number, trip_name, driver_name }: ServiceException): string => {
  const vehicle = vehicle_number ?? trip_name ?? words.noVehicle
  const driver = driver_name ?? words.driver
  switch (kind) {
    case 'emergency':
      return words.help(vehicle, driver, words.people(facts.people ?? 0))
    case 'incident':
      return words.incident(vehicle, facts.incident ?? 'other', driver)
    case 'plan_unconfirmed':
      return words.unconfirmed(vehicle, driver)
    case 'driver_action':
      return words.actions(vehicle, facts.actions ?? 1)
    case 'approval':
      return facts.override === undefined
        ? words.noShow(vehicle, facts.service_request_id ?? 0)
        : words.approval(vehicle, facts.asked_by ?? words.somebody, facts.minutes ?? 0)
    case 'no_signal':
      return facts.no_permission === true ? words.noPermission(vehicle) : words.noSignal(vehicle)
    case 'no_show_contested':
      return words.contested(facts.service_request_id ?? 0, facts.miss ?? 'no_show')
  }
}
