// The tables as the old system made them, once for each kind of database.
const mysql = [
  `CREATE TABLE tbl_supplier (
    supplier_id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    supplier_name VARCHAR(60) NOT NULL,
    country_code CHAR(2) NOT NULL,
    is_active TINYINT(1) NOT NULL DEFAULT 1,
    credit_limit DECIMAL(12,2) NULL
  )`,
  `CREATE TABLE tbl_delivery (
    delivery_id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    supplier_id BIGINT UNSIGNED NOT NULL,
    article_no INT NOT NULL,
    qty INT UNSIGNED NOT NULL,
    unit_cost DECIMAL(10,4) NOT NULL,
    delivered_at DATETIME NOT NULL,
    KEY idx_delivery_article (article_no),
    CONSTRAINT fk_delivery_supplier FOREIGN KEY (supplier_id) REFERENCES tbl_supplier (supplier_id)
  )`,
];

const postgres = [
  `CREATE TABLE tbl_supplier (
    supplier_id BIGSERIAL PRIMARY KEY,
    supplier_name VARCHAR(60) NOT NULL,
    country_code CHAR(2) NOT NULL,
    is_active BOOLEAN NOT NULL DEFAULT TRUE,
    credit_limit NUMERIC(12,2)
  )`,
  `CREATE TABLE tbl_delivery (
    delivery_id BIGSERIAL PRIMARY KEY,
    supplier_id BIGINT NOT NULL CONSTRAINT fk_delivery_supplier REFERENCES tbl_supplier,
    article_no INTEGER NOT NULL,
    qty INTEGER NOT NULL,
    unit_cost NUMERIC(10,4) NOT NULL,
    delivered_at TIMESTAMP NOT NULL
  )`,
  'CREATE INDEX idx_delivery_supplier ON tbl_delivery (supplier_id)',
  'CREATE INDEX idx_delivery_article ON tbl_delivery (article_no)',
];

const sqlite = [
  `CREATE TABLE tbl_supplier (
    supplier_id INTEGER PRIMARY KEY AUTOINCREMENT,
    supplier_name VARCHAR(60) NOT NULL,
    country_code CHAR(2) NOT NULL,
    is_active TINYINT(1) NOT NULL DEFAULT 1,
    credit_limit DECIMAL(12,2)
  )`,
  `CREATE TABLE tbl_delivery (
    delivery_id INTEGER PRIMARY KEY AUTOINCREMENT,
    supplier_id BIGINT NOT NULL CONSTRAINT fk_delivery_supplier REFERENCES tbl_supplier,
    article_no INTEGER NOT NULL,
    qty INTEGER NOT NULL,
    unit_cost DECIMAL(10,4) NOT NULL,
    delivered_at DATETIME NOT NULL
  )`,
  'CREATE INDEX idx_delivery_supplier ON tbl_delivery (supplier_id)',
  'CREATE INDEX idx_delivery_article ON tbl_delivery (article_no)',
];

/** The statements for each `type` of a data source. */
export const legacyTables: Readonly<Record<string, readonly string[]>> = {
  'better-sqlite3': sqlite,
  mariadb: mysql,
  mysql,
  postgres,
};
