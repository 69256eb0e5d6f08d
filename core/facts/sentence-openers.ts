/** Words that are written with a capital because a sentence begins with them, not because they name anything. */
export const SENTENCE_OPENERS: ReadonlySet<string> = new Set(
  (
    'A An The This That These Those There Here It Its I We You He She They My Our Your His Her Their One Some Any All ' +
    'Each Every Both Most Many Few No Not Another Other Such What Which Who Whose When Where Why How If Unless Until ' +
    'While As Since Because Although Though However Therefore Thus Hence So But And Or Nor Yet Also Then Next Finally ' +
    'First Second Third Last Now Today Tomorrow Yesterday Soon Later Once After Before During In On At By For From To ' +
    'With Without Within Into Over Under About Above Below Between Against Through Per Via Of Off Out Up Down Is Are Was ' +
    'Were Be Been Am Do Does Did Has Have Had Can Could Will Would Shall Should May Might Must Let Lets Yes Ok Okay Sure ' +
    'Thanks Thank Hello Hi Hey Dear Please Sorry Great Good Well Maybe Perhaps Instead Only Just Even Still Already ' +
    'Again Always Never Often Sometimes Note Notes See Set Use Using Used Run Running Add Added Adding Fix Fixed Update ' +
    'Updated Open Opened Close Closed Check Checked Ask Asked Call Called Mail Send Sent Tell Told Say Said Give Given ' +
    'Get Got Go Going Gone Make Made Take Took Put Keep Kept Read Write Wrote Show Showed Find Found Try Tried Look Need ' +
    'Want Know Think Remember Remind Book Booked Cancel Move Moved Change Changed Create Created Delete Deleted Remove ' +
    'Removed Start Started Stop Stopped Install Installed Build Built Test Tested Deploy Deployed Merge Merged Commit ' +
    'Ticket Order Invoice Customer User Client Owner Contact Team Question Answer Issue Error Warning Status Result ' +
    'Results Summary Decision Decisions Agreed Decided Approved Rejected Chosen Done Todo Facts Mr Mrs Ms Dr Prof'
  ).split(' '),
);
