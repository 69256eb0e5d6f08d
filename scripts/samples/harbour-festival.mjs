/**
 * A small town plans its harbour festival with an agent, over six days. Summarized twice (the second
 * summary begins with the first), with one refused boundary before and one tool result whose call the
 * first summary covers.
 */

/** @type {import('./sample-thread.mjs').SampleThread} */
export const harbourFestival = {
  file: 'harbour-festival.jsonl',
  threadId: 'festival-2026',
  conversationId: 'festival-2026',
  user: 'ingrid',
  agent: 'planner',
  overheadTokens: 734,
  runs: [
    {
      at: '2026-04-20T08:11:00Z',
      user: 'Let us plan the Skarvøy harbour festival: 12–14 June 2026, budget 185,000 kr.',
      steps: [
        {
          say: 'Good morning Ingrid. I will keep three lists from now on: **dates**, **money** and **decisions**.\n\n| | |\n|---|---|\n| Festival | 12–14 June 2026, Skarvøy harbour |\n| Budget | 185,000 kr (council) |\n\nThe longest lead times are the **event permit** (six weeks), the **stage** and the **ferry timetable**. Shall I start with the permit? The last day to apply would be **1 May**.',
        },
      ],
    },
    {
      at: '2026-04-20T08:19:30Z',
      user: 'Yes. Last year we had 2,300 visitors. What do they want to know for the permit?',
      steps: [
        {
          calls: [
            {
              name: 'fetch_page',
              args: { url: 'https://skarvoy.example/permits/events' },
              result:
                'Event permit, form E-12. Required: site plan with escape routes; noise forecast (limit 75 dB at the nearest house, quiet from 23:00); first-aid plan for more than 1,000 visitors; waste plan; proof of insurance over 10,000,000 kr; contact on duty. Fee 2,400 kr. Processing time 30 working days. Questions: permits@skarvoy.example.',
            },
          ],
        },
        {
          say: 'Form **E-12**, fee **2,400 kr**, 30 working days. They want:\n\n- a site plan with escape routes\n- a noise forecast: at most **75 dB** at the nearest house, quiet from **23:00**\n- a first-aid plan (we are above 1,000 visitors)\n- a waste plan\n- insurance over **10,000,000 kr**\n- a contact on duty\n\nWho will be the contact?',
        },
      ],
    },
    {
      at: '2026-04-20T08:31:12Z',
      user: 'Per Aune, +47 90 11 42 07. Insurance is with Kystforsikring, policy KF-2207-118. Please draft the noise part.',
      steps: [
        {
          calls: [
            {
              name: 'noise_forecast',
              args: { stage: 'quay B', power_db: 98, nearest_house_m: 140 },
              result: {
                source_db: 98,
                distance_m: 140,
                forecast_db: 72.4,
                with_barrier_db: 67.9,
                limit_db: 75,
                night_limit_db: 55,
                quiet_from: '23:00',
              },
            },
          ],
        },
        {
          say: 'Noted: **Per Aune** (+47 90 11 42 07) on duty, insurance **KF-2207-118** at Kystforsikring.\n\nDraft for section 3 of E-12:\n\n> The stage stands on quay B and faces the sea. With 98 dB at the mixing desk the forecast for the nearest house (Sjøgata 3, 140 m) is 72.4 dB, or 67.9 dB behind the container barrier. The limit of 75 dB is kept. Music ends at 22:45, quiet from 23:00.\n\nWe should decide about the barrier: two containers cost about 6,000 kr.',
        },
      ],
    },
    {
      at: '2026-04-20T08:44:48Z',
      user: 'We take the barrier. Now the stage: I have two offers, Lydvik 48,500 kr (10 x 8 m, roof, generator included) and Nordlys Event 41,900 kr (8 x 6 m, no generator).',
      refusedSummary: {
        id: 'sum-refused',
        text: 'The festival takes place from 12 to 14 June 2026. A permit E-12 is needed. Stage offers are being compared.',
      },
      steps: [
        { calls: [{ name: 'calculator', args: { expression: '41900 + 3 * 2950 + 1800' }, result: '52550' }] },
        {
          say: 'Decision noted: **container barrier, 6,000 kr**.\n\nNordlys without a generator is not cheaper: a 60 kVA generator is 2,950 kr a day for three days plus 1,800 kr for transport, so **52,550 kr** in all against **48,500 kr** at Lydvik, whose stage is larger and has a roof. I suggest Lydvik. Their offer is valid until **27 April**.',
        },
      ],
    },
    {
      at: '2026-04-20T14:02:00Z',
      user: 'Agreed, we will use Lydvik for the stage. I signed the offer L-2026-311. Bands: Kaldvind on Friday, Tora Lie on Saturday, the school band on Sunday at noon. And keep an eye on the weather.',
      steps: [
        {
          calls: [
            {
              id: 'call_weather_early',
              name: 'watch_weather',
              args: { place: 'Skarvøy', date: '2026-06-12', report: 'when the long-range forecast is out' },
            },
          ],
        },
        {
          say: 'Entered:\n\n| day | act | start | fee |\n|---|---|---|---|\n| Fri 12 June | Kaldvind | 20:30 | ? |\n| Sat 13 June | Tora Lie | 21:00 | ? |\n| Sun 14 June | school band | 12:00 | – |\n\nStage: **Lydvik, L-2026-311, 48,500 kr**. What do Kaldvind and Tora Lie cost?',
        },
      ],
    },
    {
      at: '2026-04-20T14:20:39Z',
      user: 'Kaldvind 22,000, Tora Lie 35,000 plus two hotel rooms. And we want food stalls, at most 14.',
      steps: [
        {
          calls: [
            {
              name: 'calculator',
              args: { expression: '2400 + 6000 + 48500 + 22000 + 35000' },
              result: '113900',
            },
          ],
        },
        {
          say: 'So far **113,900 kr** of 185,000 kr are spoken for (permit 2,400, barrier 6,000, stage 48,500, Kaldvind 22,000, Tora Lie 35,000); **71,100 kr** are left.\n\nFor the stalls: 14 places of 3 × 3 m fit on quay A. Last year a place cost 1,500 kr. If you keep that, stalls bring **21,000 kr**. Power is limited to 63 A in total, so no more than five of them may fry.',
        },
      ],
    },
    {
      at: '2026-04-21T07:35:10Z',
      user: 'Good morning. Keep 1,500 kr per place. Deadline for stalls: 15 May. At most five fryers, you are right. Can you write the call for applications?',
      steps: [
        {
          say: '> **Stalls wanted for the Skarvøy harbour festival, 12–14 June 2026**\n>\n> 14 places of 3 × 3 m on quay A, 1,500 kr for all three days, power included. No more than five stalls may use a fryer; first come, first served. Apply until **15 May** to stalls@skarvoyfestival.example with your menu, your power needs and your food-safety registration. No single-use plastic.\n\nDecision noted: places cost 1,500 kr, five fryers at most, deadline 15 May.',
        },
      ],
    },
    {
      at: '2026-04-21T07:52:44Z',
      user: 'Post it. And ask the ferry company for a late boat on Friday and Saturday, 00:15 from Skarvøy to Hamn.',
      steps: [
        {
          calls: [
            {
              name: 'publish_post',
              args: { title: 'Stalls wanted', channel: 'website' },
              result: {
                url: 'https://skarvoyfestival.example/news/stalls-wanted',
                published: '2026-04-21T07:53:20Z',
              },
            },
            {
              name: 'send_mail',
              args: { to: 'booking@hamnferry.example', subject: 'Extra departure 12 and 13 June, 00:15' },
              result: { message_id: 'mail-5518', queued: true },
            },
          ],
        },
        {
          say: 'Published at https://skarvoyfestival.example/news/stalls-wanted. The request for the **00:15** boats (nights of 12 and 13 June, Skarvøy–Hamn) is on its way to booking@hamnferry.example as mail-5518.',
        },
      ],
    },
    {
      at: '2026-04-22T11:08:19Z',
      user: 'The site plan is done, Per drew it. First aid: the Red Cross wants 9,600 kr for three days with four people. OK?',
      steps: [
        {
          say: 'The Red Cross offer is fair: four people for three days at **9,600 kr**. With it the first-aid plan of E-12 is complete. Committed now: 123,500 kr, so **61,500 kr** are left, before the income from the stalls.\n\nFor the permit only the **waste plan** is missing.',
        },
      ],
    },
    {
      at: '2026-04-22T11:15:03Z',
      user: 'Take the Red Cross. Waste: same as last year, 12 bins, emptied at 06:00 by Renhold Sør, 4,200 kr. Then please check that E-12 is complete.',
      steps: [
        {
          think: 'Go through the list of the permit page and tick off what we have.',
          calls: [
            {
              name: 'check_form',
              args: { form: 'E-12' },
              result: {
                form: 'E-12',
                complete: true,
                sections: {
                  site_plan: 'ok',
                  noise: 'ok',
                  first_aid: 'ok',
                  waste: 'ok',
                  insurance: 'KF-2207-118',
                  contact: 'Per Aune',
                },
                fee: '2,400 kr',
              },
            },
          ],
        },
        {
          say: '**E-12 is complete.** Waste: 12 bins, Renhold Sør at 06:00, 4,200 kr. Committed: 127,700 kr; left: **57,300 kr**. You can hand it in today; the decision would come by **5 June** at the latest.',
        },
      ],
    },
    {
      at: '2026-04-22T16:40:27Z',
      user: 'Handed in, case number 2026/0447. The ferry company answered: 00:15 is possible, but they want 18,000 kr per night.',
      summary: {
        id: 'sum-festival-1',
        coversThrough: 6,
        text: [
          'Planning the Skarvøy harbour festival, 12–14 June 2026, with Ingrid. Council budget 185,000 kr; 2,300 visitors in 2025.',
          'Permit: form E-12 (fee 2,400 kr, 30 working days, apply by 1 May; 75 dB at the nearest house, quiet from 23:00; insurance over 10,000,000 kr). Contact on duty: Per Aune, +47 90 11 42 07. Insurance: Kystforsikring, KF-2207-118. Noise forecast for quay B: 72.4 dB, 67.9 dB with the barrier; music ends 22:45.',
          'Decisions: container barrier for 6,000 kr; stage from Lydvik (L-2026-311, 48,500 kr, 10 x 8 m, roof and generator), because Nordlys with a generator would be 52,550 kr; at most 14 food stalls on quay A, at most five fryers (63 A).',
          'Acts: Kaldvind Fri 20:30 (22,000 kr), Tora Lie Sat 21:00 (35,000 kr plus two hotel rooms), school band Sun 12:00. Committed 113,900 kr, 71,100 kr left; stalls at 1,500 kr would bring 21,000 kr.',
        ].join('\n'),
        inputTokens: 2304,
        outputTokens: 318,
      },
      steps: [
        { calls: [{ name: 'calculator', args: { expression: '57300 - 2 * 18000' }, result: '21300' }] },
        {
          say: 'Case **2026/0447**, noted. Two late boats would be 36,000 kr and leave **21,300 kr** for everything else. Last year 410 people took the late boat; at 40 kr a ticket that pays back 16,400 kr a night at best. I would offer them 12,000 kr for each night plus the ticket income.',
        },
      ],
    },
    {
      at: '2026-04-23T09:02:15Z',
      user: 'They accept 12,000 per night and keep the tickets. Book it. Also posters: 150 pieces, A3, the print shop wants 2,850 kr.',
      steps: [
        {
          calls: [
            {
              name: 'send_mail',
              args: {
                to: 'booking@hamnferry.example',
                subject: 'Booking: 00:15 on 12 and 13 June, 24,000 kr',
              },
              result: { message_id: 'mail-5533', queued: true },
            },
          ],
        },
        {
          say: 'Booked: late boats for **24,000 kr** (mail-5533). Posters 2,850 kr. Committed: 154,550 kr; left: **30,450 kr**, plus the stalls.\n\nThe posters should be at the printer by **8 May** to hang three weeks before.',
        },
      ],
    },
    {
      at: '2026-04-23T09:26:50Z',
      user: 'Which text for the poster? Short please, Norwegian and English.',
      steps: [
        {
          say: '> **HAVNEFESTIVAL SKARVØY**\n> 12.–14. juni 2026\n> Kaldvind · Tora Lie · skolekorpset\n> Mat på kaia · nattferge kl. 00:15\n>\n> *Three days of music and food by the sea. Late ferry to Hamn at 00:15.*\n> skarvoyfestival.example',
        },
      ],
    },
    {
      at: '2026-04-23T19:48:31Z',
      user: 'Nice. The hotel has no rooms on Saturday for Tora Lie! What now?',
      steps: [
        {
          calls: [
            {
              name: 'find_rooms',
              args: { place: 'Skarvøy', night: '2026-06-13', rooms: 2 },
              result: [
                {
                  name: 'Fyrvokterboligen',
                  rooms: 2,
                  price: '2,400 kr',
                  note: 'lighthouse keeper’s house, 12 min by boat',
                },
                {
                  name: 'Hamn Gjestehus',
                  rooms: 3,
                  price: '1,900 kr',
                  note: 'in Hamn, needs the 00:15 ferry',
                },
              ],
            },
          ],
        },
        {
          say: 'Two ways:\n\n1. **Fyrvokterboligen**, the lighthouse keeper’s house: two rooms, 2,400 kr, twelve minutes by boat.\n2. **Hamn Gjestehus**: 1,900 kr, but she would have to take the 00:15 ferry.\n\nAn artist who plays until 22:45 will like the lighthouse better, and it makes a nice story.',
        },
      ],
    },
    {
      at: '2026-04-24T08:05:44Z',
      user: 'The lighthouse! Book it. Per will take them over with his boat.',
      steps: [
        {
          calls: [
            {
              name: 'book_rooms',
              args: { place: 'Fyrvokterboligen', night: '2026-06-13', rooms: 2 },
              result: { booking: 'FYR-613', price: '2,400 kr', cancel_until: '2026-06-01' },
            },
          ],
        },
        {
          say: 'Booked as **FYR-613**, 2,400 kr, free to cancel until 1 June. Per Aune drives the boat. Committed: 156,950 kr; left: **28,050 kr**.',
        },
      ],
    },
    {
      at: '2026-04-24T12:33:08Z',
      user: 'First stall applications are in: 9 so far, 4 with fryers. One wants a gas grill, is that a fryer?',
      orphanResult: {
        callId: 'call_weather_early',
        output: {
          place: 'Skarvøy',
          date: '2026-06-12',
          chance_of_rain: '35 %',
          wind: '6 m/s',
          note: 'long-range forecast, updated every night',
        },
      },
      steps: [
        {
          say: 'A gas grill needs no power, so it does not count towards the five fryers, but it needs **3 m to the next stall** and a fire blanket. I would give it the corner place, number 14. That makes 9 of 14 places, 4 of 5 fryers, **13,500 kr** of income so far.',
        },
      ],
    },
    {
      at: '2026-04-24T12:50:22Z',
      user: 'Good. Corner place 14 for the grill. How many volunteers do we need?',
      steps: [
        { calls: [{ name: 'calculator', args: { expression: '(4 + 6 + 5) * 3 + 8' }, result: '53' }] },
        {
          say: 'By last year’s plan: 4 at the gate, 6 at the bars and 5 for tidying up in each of three shifts, and 8 to build up on Thursday, so **53 shifts**. Last year 31 people came and most did two shifts. We need about **27 people**; I suggest a meeting on **6 May, 18:00, in the boathouse**.',
        },
      ],
    },
    {
      at: '2026-04-25T10:14:00Z',
      user: 'Meeting on 6 May it is. Now please look at the money again: what is still open?',
      summary: {
        id: 'sum-festival-2',
        coversThrough: 13,
        text: [
          'Skarvøy harbour festival, 12–14 June 2026; council budget 185,000 kr. Permit E-12 handed in, case number 2026/0447, decision by 5 June; contact Per Aune, insurance KF-2207-118.',
          'Booked: stage from Lydvik (L-2026-311, 48,500 kr); container barrier 6,000 kr; Kaldvind Fri 20:30, 22,000 kr; Tora Lie Sat 21:00, 35,000 kr plus two rooms; school band Sun 12:00; Red Cross 9,600 kr; waste by Renhold Sør 4,200 kr; late ferry 00:15 on 12 and 13 June for 24,000 kr (mail-5533); posters 150 x A3, 2,850 kr, to the printer by 8 May.',
          'Stalls: 14 places on quay A, 1,500 kr each, five fryers at most, deadline 15 May; the call is at https://skarvoyfestival.example/news/stalls-wanted.',
          'Committed 154,550 kr, left 30,450 kr. Music ends at 22:45. The poster text in Norwegian and English was approved.',
        ].join('\n'),
        inputTokens: 2188,
        outputTokens: 286,
      },
      steps: [
        {
          say: '| | kr |\n|---|---:|\n| Council | 185,000 |\n| Committed | 156,950 |\n| **Left** | **28,050** |\n| Stalls so far (9 of 14) | + 13,500 |\n| Open: security, two nights | − 14,000 |\n| Open: toilets, 8 cabins | − 9,200 |\n| Open: music licence | − 5,300 |\n| **Expected at the end** | **13,050** |\n\nSo there is a reserve of about 13,000 kr if nothing unexpected happens.',
        },
      ],
    },
    {
      at: '2026-04-25T10:31:36Z',
      user: 'Good. Security: Vakt Vest for 14,000. Toilets and licence as you say. What if it rains?',
      steps: [
        {
          say: 'Decided: **Vakt Vest, 14,000 kr**; toilets 9,200 kr; licence 5,300 kr.\n\nFor rain: the stage has a roof, the audience has none. The fish hall next to quay B holds **600 people** standing. I would ask the harbour office to keep it empty for us; a decision has to be made by **Friday, 12 June, 10:00**.',
        },
      ],
    },
    {
      at: '2026-04-25T10:47:12Z',
      user: 'Ask them. And remind me: until when can we cancel the lighthouse, and which case number has the permit?',
      steps: [
        {
          calls: [
            {
              name: 'send_mail',
              args: { to: 'harbour@skarvoy.example', subject: 'Fish hall on 12–14 June as a rain plan' },
              result: { message_id: 'mail-5561', queued: true },
            },
          ],
        },
        {
          say: 'The request for the fish hall is out (mail-5561).\n\n- Lighthouse **FYR-613**: free to cancel until **1 June**.\n- Permit: case **2026/0447**, decision by **5 June**.',
        },
      ],
    },
  ],
};
