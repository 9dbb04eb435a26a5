export const travelerMessageStrings = {
  tab: 'Messages',
  form: 'Messages to the passenger',
  title: 'Passenger',
  saved: 'The message settings of this passenger have been successfully updated.',
  fields: {
    locale: 'Language',
    can_text: 'Takes SMS',
    call_when_near: 'Call when near',
  },
  region: "The region's",
  lowTech: 'Without a smartphone',
  lowTechExplained:
    'A passenger marked Low Tech is sent no SMS, unless the number takes them. Who waits for a call is called by staff when the vehicle is near.',
  events: 'How the passenger wants to hear',
  eventsExplained:
    'As usual: SMS for what is urgent, e-mail for the rest. Where the chosen channel does not reach the passenger, the other one is taken.',
  usual: 'As usual',
  none: 'Not at all',
} as const
