import { PRODUCT_NAME } from '@kinreel/contracts/constants';
import { TextPage } from '../layout/text-page.tsx';

/** About page (ROUTE-04). */
export function AboutPage() {
  return (
    <TextPage title={`About ${PRODUCT_NAME}`}>
      <p>
        {PRODUCT_NAME} is a private home for the stories of a family. It asks a question, you answer it on video in your
        own voice, and it keeps the answer for the people you choose.
      </p>
      <h2>What we do</h2>
      <p>
        We offer database management for biographical and genealogical records, and a web-based tool that stores text
        entries, photographs and pictures, and video and audio recordings.
      </p>
      <h2>Who sees an answer</h2>
      <p>
        You decide that for every single answer: everyone here, your friends, your family, or only the people you
        invite. A new answer is seen by nobody but you until you say so, and you can change your mind at any time.
      </p>
    </TextPage>
  );
}
