import type { PromptCategory } from '@kinreel/contracts';
import type { Db } from '../../platform/db/database.ts';

/** The questions by category, each with its id. Videos reference the ids, so an id must keep its meaning. */
const QUESTIONS: Record<PromptCategory, readonly (readonly [id: number, prompt: string])[]> = {
  Childhood: [
    [1, 'What is the first thing you remember?'],
    [2, 'What did the house you grew up in look and smell like?'],
    [3, 'What games did you play, and who played them with you?'],
    [4, 'Who was your best friend as a child, and what did the two of you get up to?'],
    [5, 'What did you want to be when you grew up?'],
    [6, 'Which teacher do you still think about, and why?'],
    [7, 'What trouble did you get into, and how were you found out?'],
    [8, 'What were you afraid of when you were little?'],
  ],
  'Family and roots': [
    [9, 'What do you remember about your grandparents?'],
    [10, 'How would you describe your mother to someone who never met her?'],
    [11, 'How would you describe your father to someone who never met him?'],
    [12, 'What were your brothers and sisters like, or what was it like to grow up without any?'],
    [13, 'Which story does our family tell again and again, and is it true?'],
    [14, 'Where did our family come from, and how did it get here?'],
    [15, 'How did you choose the names of your children, or how did you get your own?'],
    [16, 'Which dish tastes of home, and how is it made?'],
    [17, 'Which tradition should we never let go of?'],
  ],
  'Love and friendship': [
    [18, 'How did you meet the love of your life?'],
    [19, 'What did you notice first about the person you fell in love with?'],
    [20, 'What was your wedding day like, from morning to night?'],
    [21, 'What did your first broken heart teach you?'],
    [22, 'What keeps two people together for a long time?'],
    [23, 'Who has been your truest friend, and how did that friendship begin?'],
    [24, 'What is the kindest thing anyone ever did for you?'],
    [25, 'Was there a letter, a call or a visit that you will never forget?'],
  ],
  'Work and money': [
    [26, 'What was your first job?'],
    [27, 'What did you buy with the first money you earned?'],
    [28, 'What did a usual working day look like for you?'],
    [29, 'Which piece of your work are you most proud of?'],
    [30, 'Who taught you your trade, and what did they insist on?'],
    [31, 'What was the hardest day you ever had at work?'],
    [32, 'When was money short, and how did you manage?'],
    [33, 'What work would you have chosen if everything had been possible?'],
  ],
  'Becoming a parent': [
    [34, 'How did you find out that you were going to be a parent?'],
    [35, 'What do you remember of the day each of your children came into your life?'],
    [36, 'What surprised you most about raising children?'],
    [37, 'What did you promise yourself to do differently from your own parents?'],
    [38, 'Which bedtime song or story did you know by heart?'],
    [39, 'What did your children teach you?'],
    [40, 'When did you first feel that a child of yours, or one you cared for, had grown up?'],
  ],
  'Beliefs and values': [
    [41, 'What do you believe in, and where did that belief come from?'],
    [42, 'What has given you strength in dark times?'],
    [43, 'What have you changed your mind about over the years?'],
    [44, 'What is worth standing up for, even alone?'],
    [45, 'Whom do you admire most, and what for?'],
    [46, 'What does a good life mean to you?'],
    [47, 'How do you think about death, and about what comes after?'],
    [48, 'Whom have you forgiven, and what did it take?'],
  ],
  'History you lived through': [
    [49, 'Which day in the news will you never forget, and where were you?'],
    [50, 'How did war or unrest touch your life or that of our family?'],
    [51, 'Which invention changed your days the most?'],
    [52, 'What did things cost when you were young, and what could you not afford?'],
    [53, 'How did people dress, dance and meet each other when you were twenty?'],
    [54, 'What was better in the old days, and what are you glad is gone?'],
    [55, 'Which election, strike or march mattered to you?'],
    [56, 'What do young people get wrong about the time you grew up in?'],
  ],
  'Home and places': [
    [57, 'Which place in the world feels most like home to you?'],
    [58, 'Walk us down the street you grew up on: who lived there?'],
    [59, 'Which journey changed you?'],
    [60, 'Have you ever left everything behind to start again somewhere new?'],
    [61, 'Which places would you like us to visit one day, and what should we do there?'],
    [62, 'What view would you like to see once more?'],
    [63, 'Which object in your home has a story, and what is it?'],
  ],
  'Turning points': [
    [64, 'Which decision shaped your life more than any other?'],
    [65, 'When were you braver than you thought you could be?'],
    [66, 'What did you lose, and how did you go on?'],
    [67, 'Which mistake turned out to be a good teacher?'],
    [68, 'When did luck play the biggest part in your life?'],
    [69, 'How did an illness or an accident change the way you live?'],
    [70, 'What did you begin late in life, and why then?'],
    [71, 'If you could live one day again, which would it be?'],
  ],
  'Everyday joys': [
    [72, 'What makes you laugh until you cry?'],
    [73, 'Which song takes you straight back, and to where?'],
    [74, 'What does your perfect ordinary day look like?'],
    [75, 'Which book, film or broadcast stayed with you?'],
    [76, 'Tell us about the animals you have lived with.'],
    [77, 'What do you love to do with your hands?'],
    [78, 'How do you like your birthday to be celebrated?'],
    [79, 'Which season do you look forward to, and what do you do in it?'],
  ],
  'Advice and wishes': [
    [80, 'What advice would you give to yourself at eighteen?'],
    [81, 'What should a person know before they marry?'],
    [82, 'What have you learned about money that you would like to pass on?'],
    [83, 'How do you get through a day when everything goes wrong?'],
    [84, 'What do you hope that people will say about you?'],
    [85, 'What would you like to thank someone for, and whom?'],
    [86, 'What do you wish for those who come after you?'],
    [87, 'What would you say to a great-grandchild whom you will never meet?'],
  ],
};

/** All prompts as rows; `position` is the display order, grouped by category. */
export const PROMPTS: readonly { id: number; prompt: string; category: string; position: number }[] = Object.entries(
  QUESTIONS,
)
  .flatMap(([category, questions]) => questions.map(([id, prompt]) => ({ id, prompt, category })))
  .map((row, index) => ({ ...row, position: index + 1 }));

/**
 * Updates the prompts table from this list at each start of the API. Idempotent, also with concurrent processes.
 * Prompts removed from the list are kept in the table, because videos may answer them.
 */
export async function seedPrompts(db: Db): Promise<void> {
  await db
    .insertInto('prompts')
    .values([...PROMPTS])
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        prompt: eb.ref('excluded.prompt'),
        category: eb.ref('excluded.category'),
        position: eb.ref('excluded.position'),
      })),
    )
    .execute();
}
