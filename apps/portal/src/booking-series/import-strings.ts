export const seriesImportStrings = {
  title: 'Import recurring journeys',
  intro:
    'Choose a CSV file with one journey per row. The passenger goes by number, or by a name that no other passenger has. Days are daily, weekdays such as Monday, Thursday, or one of the month such as last Friday. A place is one of the place book, an address, or coordinates. With a Back time the journey has a way back. Rows with the same Group travel together as one group, and are added all or none; they have the same days, dates and times. An exported file can be changed and imported.',
  template: 'recurring-journeys-template.csv',
  refused: 'recurring-journeys-not-added.csv',
  noColumns:
    'The file lacks one of the columns Days, First date, There from, There to and There time. Compare its headings with the template.',
  tooMany: (most: string) => `A file holds at most ${most} journeys, and this one more. Please part it.`,
  example: {
    'Passenger number': '1042',
    Days: 'Monday, Thursday',
    Weeks: '1',
    'First date': '2026-12-07',
    'There from': '14 Oyster Road',
    'There to': 'Harbour Clinic',
    'There time': '09:30',
    'There meant': 'arrive by',
    'There people': '1',
    'Back time': '13:00',
    'Back meant': 'leave at',
  },
} as const
