export const travelerMessageStrings = {
  tab: 'Messages',
  form: 'Messages to the passenger',
  title: 'Passenger',
  saved: 'The message settings of this passenger have been successfully updated.',
  fields: {
    locale: 'Language',
    can_text: 'Takes SMS',
    call_when_near: 'Call when near',
    own_quiet_hours: 'Own quiet hours',
    quiet_from: 'Quiet from',
    quiet_until: 'Quiet until',
  },
  region: "The region's",
  quiet: 'Quiet hours',
  quietExplained:
    "Reminders, receipts, questions and notices wait until these hours end. Without own ones, the region's hold.",
  lowTech: 'Without a smartphone',
  lowTechExplained:
    'A passenger marked Low Tech is sent no SMS, unless the number takes them, and is called by staff when a ride changes, comes more than ten minutes late or does not take place. Who waits for a call is also called when the vehicle is near.',
  events: 'How the passenger wants to hear',
  eventsExplained:
    'As usual: SMS for what is urgent, e-mail for the rest. Where the chosen channel does not reach the passenger, another one is taken; staff call about what is urgent and reaches the passenger in no other way.',
  usual: 'As usual',
  none: 'Not at all',
} as const
