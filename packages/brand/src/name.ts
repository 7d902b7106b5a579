/** The product's name, on screens and in mails. */
export const PRODUCT_NAME = 'Kinreel';
