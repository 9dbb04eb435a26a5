export const phoneStrings = {
  tab: 'Phone',
  passenger: 'Passenger',
  choose: 'Choose a passenger',
  hint: 'Passengers who were written to last. Links and codes work: nothing leaves this demo.',
  screen: (name: string) => `The phone of ${name}`,
  none: 'Nothing has come in on this phone.',
  hidden: 'The text names places, which you may not see.',
} as const
