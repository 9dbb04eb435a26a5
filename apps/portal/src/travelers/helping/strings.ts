import type { HelperRight } from '@ambit/contract'

export const helperStrings = {
  tab: 'Helpers',
  none: 'No helpers',
  list: 'Helpers of this passenger',
  helpedList: 'Whom this passenger helps',
  link: 'Link Helper',
  form: 'Helper',
  fields: { helper_id: 'Passenger number of the helper', rights: 'What the helper may do' },
  rights: { book: 'Book rides', follow: 'Follow rides', pay: 'Pay with saved cards' } satisfies Record<
    HelperRight,
    string
  >,
  needsHelper: 'Please enter the number of the helper',
  needsRight: 'Please choose what the helper may do',
  thanks: 'Thank you',
  linked: 'The helper is linked.',
  household: 'Same household, answers for the passenger',
  invited: 'Invited',
  active: 'Active',
  unnamed: 'Not accepted yet',
  since: (date: string) => `Since ${date}`,
  until: (date: string) => `Can be accepted until ${date}`,
  one: 'Helper',
  remove: (name: string) => `End the help of ${name}`,
  removeTitle: 'End the help',
  removeText: (name: string) => `${name} can no longer see or book rides for the passenger.`,
  removeButton: 'End',
  removed: (name: string) => `The help of ${name} has ended`,
  removeFailed: 'The help could not be ended',
} as const
