export const regionMessageStrings = {
  title: 'Messages',
  form: 'Messages of the region',
  thanks: 'Thank you',
  saved: 'Your message settings have been successfully updated',
  fields: {
    change_minutes: 'Time moved by',
    arriving_minutes: 'Arrives within',
    reminder_hour: 'Reminder at',
    message_language: 'Language',
    quiet_from: 'Quiet from',
    quiet_until: 'Quiet until',
  },
  notes: {
    change_minutes: 'Told when the pick-up moves by more than this from the time told last, at most every 5 minutes.',
    arriving_minutes: 'Told when the vehicle is on its way to the stop and expected within this, from 1 to 15.',
    reminder_hour: 'The evening before, to those who booked more than 12 hours before their ride.',
    message_language: 'Of passengers who have not chosen one.',
    quiet_from: 'Reminders, receipts, questions and notices wait until the quiet hours end; what is urgent does not.',
    quiet_until: 'The same time as their beginning: nothing waits.',
  },
  minutes: ' minutes',
  installation: "The installation's",
  channels: 'Which channels are used',
  channelsExplained:
    'E-mail goes first, or SMS where it is urgent. What no channel is left for is not sent; passengers always hear that their ride does not take place.',
  none: 'Not sent',
} as const
