import { PRODUCT_NAME } from '@kinreel/contracts/constants';
import { TextPage } from '../layout/text-page.tsx';

/** Privacy Policy (LOGIN-01). */
export function PrivacyPage() {
  return (
    <TextPage title="Privacy Policy">
      <p>{PRODUCT_NAME} keeps what you give it, shows it to the people you choose, and nothing more.</p>
      <h2>What is kept</h2>
      <p>
        Your name, email address, city, state, country and birthday; your photo and what you write about yourself; your
        videos and who may see them; your connections; and who came by a link that you made.
      </p>
      <h2>Who sees it</h2>
      <p>
        Other people who are signed in see your name, your place, your photo and what you write about yourself. Your
        birthday is seen by you alone. Your email address is shown only to somebody you share a video with. A video is
        seen by those you chose, and by whoever holds a link that you made, until you take it back.
      </p>
      <h2>What is taken off</h2>
      <p>A video or photo is delivered without hidden details such as the place where it was recorded.</p>
      <h2>Your password</h2>
      <p>It is handled by the sign-in service alone and is never kept with your profile.</p>
      <h2>No advertising, no tracking</h2>
      <p>
        There are no advertisements here and nobody follows you around. Your browser keeps only what it needs to
        remember that you are logged in, and an answer that you have recorded but not yet sent.
      </p>
    </TextPage>
  );
}
