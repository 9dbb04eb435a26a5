/** Apart from the other words: every page knows the titles of all, before any of them is loaded. */
export const planTitles = { timeline: 'In-Service Schedules' }
