-- Reports read by day: feedback as it came, and searches that found nothing by when they wanted to travel.
create index feedbacks_created_at on feedbacks (created_at);
create index service_availability_searches_refused on service_availability_searches (zone_id, traveling_at)
  where status = 'no_offerings';
